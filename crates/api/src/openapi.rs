//! The `OpenAPI` document.
