//! Loops written out: the engine's inner loops must live in registers, so their
//! indices are constants and not left to the mood of the optimiser.

/// The array of three values of an expression, for the index 0, 1 and 2.
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

/// The array of nine values of an expression, for the index 0 to 8.
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
