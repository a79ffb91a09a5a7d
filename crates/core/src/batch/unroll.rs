//! Macros for unrolled loops. The inner loops of the engine must work in registers, so their indices are
//! constants, and unrolling is not left to the optimizer.

/// Evaluates an expression for each of the given values of the constant `$i`, and returns an array.
macro_rules! unrolled {
    ($i:ident in $($index:literal)* => $value:expr) => {
        [$({
            const $i: usize = $index;
            $value
        }),*]
    };
}

/// Evaluates an expression for the constant index 0 to 2, and returns an array of the three values.
macro_rules! three {
    ($i:ident => $value:expr) => {
        crate::batch::unroll::unrolled!($i in 0 1 2 => $value)
    };
}

/// Evaluates an expression for the constant index 0 to 8, and returns an array of the nine values.
macro_rules! nine {
    ($i:ident => $value:expr) => {
        crate::batch::unroll::unrolled!($i in 0 1 2 3 4 5 6 7 8 => $value)
    };
}

pub(crate) use {nine, three, unrolled};
