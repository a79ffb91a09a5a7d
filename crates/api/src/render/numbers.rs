//! Numbers and durations for people.

/// Formats a number with commas between groups of three digits.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of microseconds in a suitable unit.
pub fn duration(micros: f64) -> String {
    match micros {
        ..1000.0 => format!("{micros:.1} µs"),
        ..1_000_000.0 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let formatted = [0, 12, 123, 1234, 123_456, 1_234_567].map(group_digits);
        assert_eq!(formatted, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }

    #[test]
    fn durations_have_a_suitable_unit() {
        assert_eq!([1.25, 2500.0, 3e6].map(duration), ["1.2 µs", "2.5 ms", "3.00 s"]);
    }
}
