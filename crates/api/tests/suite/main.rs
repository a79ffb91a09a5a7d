//! All integration tests as one test program, which builds faster than six.

mod generate;
mod limits;
mod openapi;
mod requests;
mod technique_options;
mod true_candidates;
