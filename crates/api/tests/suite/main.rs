//! All integration tests as one test program, which builds faster than six.

mod generate;
mod limits;
mod openapi;
mod practice;
mod requests;
mod technique_options;
mod true_candidates;
