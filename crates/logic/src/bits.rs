//! Counts and lists the set bits of masks.

/// The number of set bits in each nine-bit mask. Bits are counted so often that a table is worthwhile on
/// processors without a population count instruction.
static COUNTS: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    table
};

/// Returns the number of set bits among the lowest nine bits of a mask.
pub(crate) fn count(mask: u16) -> u32 {
    u32::from(COUNTS[usize::from(mask & 0x1FF)])
}

/// Iterates over the indices of the set bits of a mask, lowest first.
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Iterates over the indices of the set bits of a row of words, lowest first.
pub(crate) fn bits_of_words(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(word, mut rest)| {
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = 64 * word + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                bit
            })
        })
    })
}
