//! Requests and responses, generated from the list of operations.

use crate::error::Error;
use crate::operation::{Operation, OperationName, OperationVisitor};
use serde::{Deserialize, Serialize};

macro_rules! define_requests {
    ($($name:literal $module:ident::$operation:ident $command:ident,)*) => {
        $(impl OperationName for crate::$module::$operation {
            const NAME: &'static str = $name;
        })*

        /// The names of all operations.
        pub const OPERATIONS: &[&str] = &[$($name),*];

        /// Visits all operations, in the order of the list.
        pub(crate) fn visit_operations(visitor: &mut impl OperationVisitor) {
            $(visitor.visit::<crate::$module::$operation>();)*
        }

        /// A request.
        #[derive(Clone, Debug, Deserialize, Serialize)]
        #[serde(tag = "operation", deny_unknown_fields)]
        #[allow(missing_docs, reason = "each variant has the request of its operation")]
        pub enum Request {
            $(#[serde(rename = $name)] $operation(<crate::$module::$operation as Operation>::Request),)*
        }

        /// The response to a request.
        #[derive(Clone, Debug, Serialize)]
        #[serde(tag = "operation")]
        #[allow(missing_docs, reason = "each variant has the report of its operation")]
        pub enum Response {
            $(#[serde(rename = $name)] $operation(Box<<crate::$module::$operation as Operation>::Report>),)*
            #[serde(rename = "error")]
            Error(Error),
        }

        impl Request {
            /// Parses the request for an operation, without the field `operation`. Returns `None` if there is
            /// no such operation.
            ///
            /// Unlike the deserializer of [`Request`], it stores nothing but the fields of the request, and
            /// finds every repeated field.
            ///
            /// # Errors
            ///
            /// Returns an error if the text is not such a request.
            pub fn parse(operation: &str, json: &[u8]) -> Option<serde_json::Result<Request>> {
                match operation {
                    $($name => Some(serde_json::from_slice(json).map(Request::$operation)),)*
                    _ => None,
                }
            }

            /// Caps the budgets of a request from an untrusted client, and fills in those that are missing.
            pub fn restrict(&mut self) {
                match self {
                    $(Request::$operation(request) => crate::$module::$operation::restrict(request),)*
                }
            }
        }

        fn respond(request: &Request) -> Result<Response, Error> {
            match request {
                $(Request::$operation(request) => {
                    crate::$module::$operation::respond(request).map(Box::new).map(Response::$operation)
                })*
            }
        }
    };
}
crate::operations!(define_requests);

/// Answers a request. If that is not possible, the response is [`Response::Error`].
#[allow(clippy::needless_pass_by_value, reason = "a request is answered once, and may be large")]
pub fn answer(request: Request) -> Response {
    respond(&request).unwrap_or_else(Response::Error)
}
