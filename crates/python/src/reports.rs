//! Reports of `veridoku-api` as Python objects: a serde serializer that creates dicts, tuples, strings and
//! numbers.

use crate::error::runtime_error;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde::ser::{
    self, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};
use std::fmt;

/// Converts a report into Python objects.
///
/// # Errors
///
/// Returns the exception if an object cannot be created.
pub(crate) fn to_python<'py>(py: Python<'py>, report: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    report.serialize(ReportSerializer(py)).map_err(|error| error.0)
}

#[derive(Copy, Clone)]
struct ReportSerializer<'py>(Python<'py>);

/// The result of converting a value.
type Converted<'py> = Result<Bound<'py, PyAny>, ReportError>;

/// Implements the methods for plain values.
macro_rules! convert {
    ($($method:ident($type:ty))*) => {
        $(fn $method(self, value: $type) -> Converted<'py> {
            Ok(value.into_bound_py_any(self.0)?)
        })*
    };
}

impl<'py> Serializer for ReportSerializer<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ReportError;
    type SerializeSeq = TupleItems<'py>;
    type SerializeTuple = TupleItems<'py>;
    type SerializeTupleStruct = Impossible<Self::Ok, ReportError>;
    type SerializeTupleVariant = Impossible<Self::Ok, ReportError>;
    type SerializeMap = DictFields<'py>;
    type SerializeStruct = DictFields<'py>;
    type SerializeStructVariant = Impossible<Self::Ok, ReportError>;

    convert! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_f32(f32)
        serialize_f64(f64) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
    }

    fn serialize_none(self) -> Converted<'py> {
        Ok(self.0.None().into_bound(self.0))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Converted<'py> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Converted<'py> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Converted<'py> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Converted<'py> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Converted<'py> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Converted<'py> {
        let mut fields = self.serialize_map(None)?;
        SerializeStruct::serialize_field(&mut fields, variant, value)?;
        SerializeMap::end(fields)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<TupleItems<'py>, ReportError> {
        Ok(TupleItems { py: self.0, items: Vec::with_capacity(length.unwrap_or_default()) })
    }

    fn serialize_tuple(self, length: usize) -> Result<TupleItems<'py>, ReportError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, ReportError> {
        Err(cannot_convert(name))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, ReportError> {
        Err(cannot_convert(name))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<DictFields<'py>, ReportError> {
        Ok(DictFields { dict: PyDict::new(self.0), key: None })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<DictFields<'py>, ReportError> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, ReportError> {
        Err(cannot_convert(name))
    }
}

/// Returns the error for a type whose shape no report has.
fn cannot_convert(name: &str) -> ReportError {
    ser::Error::custom(format_args!("cannot convert {name}"))
}

/// The items of a tuple.
struct TupleItems<'py> {
    py: Python<'py>,
    items: Vec<Bound<'py, PyAny>>,
}

impl<'py> SerializeSeq for TupleItems<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ReportError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ReportError> {
        self.items.push(value.serialize(ReportSerializer(self.py))?);
        Ok(())
    }

    fn end(self) -> Converted<'py> {
        Ok(PyTuple::new(self.py, self.items)?.into_any())
    }
}

impl<'py> SerializeTuple for TupleItems<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ReportError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ReportError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Converted<'py> {
        SerializeSeq::end(self)
    }
}

/// The fields of a dict.
struct DictFields<'py> {
    dict: Bound<'py, PyDict>,
    key: Option<Bound<'py, PyAny>>,
}

impl<'py> SerializeMap for DictFields<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ReportError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ReportError> {
        self.key = Some(key.serialize(ReportSerializer(self.dict.py()))?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ReportError> {
        let value = value.serialize(ReportSerializer(self.dict.py()))?;
        Ok(self.dict.set_item(self.key.take(), value)?)
    }

    fn end(self) -> Converted<'py> {
        Ok(self.dict.into_any())
    }
}

impl<'py> SerializeStruct for DictFields<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ReportError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), ReportError> {
        let py = self.dict.py();
        Ok(self.dict.set_item(PyString::intern(py, name), value.serialize(ReportSerializer(py))?)?)
    }

    fn end(self) -> Converted<'py> {
        SerializeMap::end(self)
    }
}

/// The exception for a value that cannot be converted.
#[derive(Debug)]
struct ReportError(PyErr);

impl ser::Error for ReportError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        ReportError(runtime_error(&message.to_string()))
    }
}

impl From<PyErr> for ReportError {
    fn from(error: PyErr) -> Self {
        ReportError(error)
    }
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ReportError {}
