//! Python arguments as options of `veridoku-api`: a serde deserializer for Python objects.

use crate::error::{puzzle_error, unknown_name};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use serde::Deserialize;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use std::fmt;
use veridoku_api::{Error, ErrorKind};

/// Converts keyword arguments into options.
///
/// # Errors
///
/// Returns the Python exception for an argument of the wrong type, an unknown name or an invalid value.
pub(crate) fn parse<'de, T: Deserialize<'de>>(arguments: &Bound<'_, PyDict>) -> PyResult<T> {
    T::deserialize(Argument(arguments.clone().into_any())).map_err(|error| error.0)
}

/// Converts the arguments of an operation into a request.
///
/// # Errors
///
/// Returns the same exceptions as [`parse`].
pub(crate) fn parse_request<'de, T: Deserialize<'de>>(
    puzzle: Option<&Bound<'_, PyString>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<T> {
    let puzzle = puzzle.map(|puzzle| ("puzzle", Argument(puzzle.clone().into_any())));
    let fields = puzzle.into_iter().chain([("options", Argument(options.clone().into_any()))]);
    T::deserialize(MapDeserializer::new(fields)).map_err(|error: ArgumentError| error.0)
}

/// A Python object to be deserialized.
struct Argument<'py>(Bound<'py, PyAny>);

impl<'de> Deserializer<'de> for Argument<'_> {
    type Error = ArgumentError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        let value = &self.0;
        if value.is_none() {
            visitor.visit_none()
        } else if let Ok(text) = value.cast::<PyString>() {
            visitor.visit_str(text.to_str()?)
        } else if let Ok(fields) = value.cast::<PyDict>() {
            // `None` means that the argument was not given.
            let fields = fields.iter().filter(|(_, value)| !value.is_none());
            let fields = fields.map(|(name, value)| (Argument(name), Argument(value)));
            visitor.visit_map(MapDeserializer::new(fields))
        } else if let Ok(flag) = value.cast::<PyBool>() {
            visitor.visit_bool(flag.is_true())
        } else if let Ok(number) = value.extract::<u64>() {
            visitor.visit_u64(number)
        } else if let Ok(number) = value.extract::<i64>() {
            visitor.visit_i64(number)
        } else if value.is_instance_of::<PyInt>() {
            // Too large for a number of the engine; a seed may also be text.
            visitor.visit_string(value.to_string())
        } else if let Ok(flag) = value.extract::<bool>() {
            // The type `bool` of NumPy.
            visitor.visit_bool(flag)
        } else if let Ok(number) = value.extract::<f64>() {
            visitor.visit_f64(number)
        } else {
            let items = value.try_iter()?.map(|item| item.map(Argument)).collect::<PyResult<Vec<_>>>()?;
            visitor.visit_seq(SeqDeserializer::new(items.into_iter()))
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        if self.0.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        type_name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        let name: String = self.0.extract()?;
        if !names.contains(&name.as_str()) {
            // `level` for `HintLevel`, `ladder` for `LadderName`.
            let word = type_name.trim_end_matches("Name");
            let word = word.rfind(char::is_uppercase).map_or(word, |start| &word[start..]);
            return Err(unknown_name(self.0.py(), &word.to_lowercase(), &name, &names.join(", ")).into());
        }
        name.into_deserializer().deserialize_enum(type_name, names, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_, ArgumentError> for Argument<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The exception for an argument that cannot be converted.
#[derive(Debug)]
struct ArgumentError(PyErr);

impl de::Error for ArgumentError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let error = Error::new(ErrorKind::Unknown, message.to_string());
        ArgumentError(Python::attach(|py| puzzle_error(py, &error)))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        ArgumentError(PyTypeError::new_err(format!("found {found}, expected {expected}")))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        ArgumentError(PyOverflowError::new_err(format!("found {found}, expected {expected}")))
    }
}

impl From<PyErr> for ArgumentError {
    fn from(error: PyErr) -> Self {
        ArgumentError(error)
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ArgumentError {}
