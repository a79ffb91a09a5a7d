//! Macros for unrolled loops. The inner loops of the engine must work in registers, so their indices are
//! constants, and unrolling is not left to the optimizer.

/// Evaluates an expression for the constant index 0 to 2, and returns an array of the three values.
macro_rules! three {
    ($i:ident => $value:expr) => {
        [
            {
                const $i: usize = 0;
                $value
            },
            {
                const $i: usize = 1;
                $value
            },
            {
                const $i: usize = 2;
                $value
            },
        ]
    };
}

/// Evaluates an expression for the constant index 0 to 8, and returns an array of the nine values.
macro_rules! nine {
    ($i:ident => $value:expr) => {
        [
            {
                const $i: usize = 0;
                $value
            },
            {
                const $i: usize = 1;
                $value
            },
            {
                const $i: usize = 2;
                $value
            },
            {
                const $i: usize = 3;
                $value
            },
            {
                const $i: usize = 4;
                $value
            },
            {
                const $i: usize = 5;
                $value
            },
            {
                const $i: usize = 6;
                $value
            },
            {
                const $i: usize = 7;
                $value
            },
            {
                const $i: usize = 8;
                $value
            },
        ]
    };
}

pub(crate) use {nine, three};
