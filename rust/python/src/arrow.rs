//! Tables that export Arrow: polars, pyarrow, pandas, DuckDB and whatever else has
//! `__arrow_c_stream__`. All unsafe code of the import is here.

#![allow(unsafe_code)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type,
    Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatchReader};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::columns::{Role, find_columns};
use crate::errors::exception;
use crate::table::Rows;

/// Lists the rows of a table.
pub fn fill(
    table: &Bound<'_, PyAny>,
    role: Role,
    columns: Option<&Bound<'_, PyDict>>,
    sink: &mut Rows,
) -> PyResult<()> {
    let py = table.py();
    let reader = reader(table)?;
    let names: Vec<String> =
        reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    let (places, subtopic) = find_columns(role, &names, columns)?;
    let mut start = 0;
    for batch in reader {
        let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let [topic, docno, number] = places.map(|place| batch.column(place));
        let [topic_name, docno_name, number_name] = places.map(|place| names[place].as_str());
        let filled = py.detach(|| {
            let topics = Ids::new(topic.as_ref(), topic_name, start)?;
            let docnos = Ids::new(docno.as_ref(), docno_name, start)?;
            let numbers = numbers(number, number_name, start)?;
            let subtopics = subtopic
                .map(|place| Ids::new(batch.column(place).as_ref(), &names[place], start))
                .transpose()?;
            let (mut topic, mut docno, mut subtopic) =
                (String::new(), String::new(), String::new());
            for (row, number) in numbers.into_iter().enumerate() {
                let topic = topics.get(row, &mut topic);
                let docno = docnos.get(row, &mut docno);
                let subtopic = subtopics.as_ref().map_or("", |ids| ids.get(row, &mut subtopic));
                role.check(topic.as_bytes(), docno.as_bytes(), number).map_err(Problem::Value)?;
                sink.push(topic.as_bytes(), subtopic.as_bytes(), docno.as_bytes(), number)
                    .map_err(Problem::Value)?;
            }
            Ok(())
        });
        filled.map_err(|problem| match problem {
            Problem::Value(error) => exception(py, &error),
            Problem::Type(text) => PyTypeError::new_err(format!("{}: {text}", role.name())),
        })?;
        start += batch.num_rows();
    }
    Ok(())
}

/// What a column cannot be used for.
enum Problem {
    Value(rtreceval_core::Error),
    Type(String),
}

fn reader(table: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: a capsule of this name holds a stream of the Arrow C interface, which is moved out
    // of it: what is left behind is marked as released, so that the capsule does not release it.
    let reader = unsafe {
        RecordBatchStreamReader::from_raw(stream.cast::<FFI_ArrowArrayStream>().as_ptr())
    };
    reader.map_err(|error: ArrowError| PyValueError::new_err(error.to_string()))
}

/// A column of ids: strings of any kind, or whole numbers.
enum Ids<'a> {
    Text(Box<dyn Fn(usize) -> &'a str + Send + 'a>),
    Whole(Vec<i64>),
}

impl<'a> Ids<'a> {
    fn new(column: &'a dyn Array, name: &str, start: usize) -> Result<Self, Problem> {
        check_nulls(column, name, start)?;
        Ok(match column.data_type() {
            DataType::Utf8 => {
                let text = column.as_string::<i32>();
                Self::Text(Box::new(|row| text.value(row)))
            }
            DataType::LargeUtf8 => {
                let text = column.as_string::<i64>();
                Self::Text(Box::new(|row| text.value(row)))
            }
            DataType::Utf8View => {
                let text = column.as_string_view();
                Self::Text(Box::new(|row| text.value(row)))
            }
            DataType::Dictionary(key, _) => match key.as_ref() {
                DataType::Int8 => Self::dictionary::<Int8Type>(column, name, start)?,
                DataType::Int16 => Self::dictionary::<Int16Type>(column, name, start)?,
                DataType::Int32 => Self::dictionary::<Int32Type>(column, name, start)?,
                DataType::Int64 => Self::dictionary::<Int64Type>(column, name, start)?,
                DataType::UInt8 => Self::dictionary::<UInt8Type>(column, name, start)?,
                DataType::UInt16 => Self::dictionary::<UInt16Type>(column, name, start)?,
                DataType::UInt32 => Self::dictionary::<UInt32Type>(column, name, start)?,
                _ => Self::dictionary::<UInt64Type>(column, name, start)?,
            },
            DataType::Int8 => Self::Whole(whole::<Int8Type>(column)),
            DataType::Int16 => Self::Whole(whole::<Int16Type>(column)),
            DataType::Int32 => Self::Whole(whole::<Int32Type>(column)),
            DataType::Int64 => Self::Whole(whole::<Int64Type>(column)),
            DataType::UInt8 => Self::Whole(whole::<UInt8Type>(column)),
            DataType::UInt16 => Self::Whole(whole::<UInt16Type>(column)),
            DataType::UInt32 => Self::Whole(whole::<UInt32Type>(column)),
            other => {
                return Err(Problem::Type(format!(
                    "found column '{name}' of {other}, expected strings or whole numbers"
                )));
            }
        })
    }

    fn dictionary<K: ArrowDictionaryKeyType>(
        column: &'a dyn Array,
        name: &str,
        start: usize,
    ) -> Result<Self, Problem> {
        let dictionary = column.as_dictionary::<K>();
        let values = Self::new(dictionary.values().as_ref(), name, start)?;
        Ok(match values {
            Self::Text(text) => {
                Self::Text(Box::new(move |row| text(dictionary.key(row).unwrap_or_default())))
            }
            Self::Whole(numbers) => Self::Whole(
                (0..column.len())
                    .map(|row| numbers[dictionary.key(row).unwrap_or_default()])
                    .collect(),
            ),
        })
    }

    fn get<'s>(&'s self, row: usize, scratch: &'s mut String) -> &'s str {
        match self {
            Self::Text(text) => text(row),
            Self::Whole(numbers) => {
                use std::fmt::Write;
                scratch.clear();
                let _ = write!(scratch, "{}", numbers[row]);
                scratch
            }
        }
    }
}

fn whole<T: ArrowPrimitiveType<Native: Into<i64>>>(column: &dyn Array) -> Vec<i64> {
    column.as_primitive::<T>().values().iter().map(|&value| value.into()).collect()
}

fn values<T: ArrowPrimitiveType>(column: &dyn Array, to: impl Fn(T::Native) -> f64) -> Vec<f64> {
    column.as_primitive::<T>().values().iter().map(|&value| to(value)).collect()
}

/// A column of grades or scores.
fn numbers(column: &Arc<dyn Array>, name: &str, start: usize) -> Result<Vec<f64>, Problem> {
    check_nulls(column.as_ref(), name, start)?;
    Ok(match column.data_type() {
        DataType::Float64 => values::<Float64Type>(column, |value| value),
        DataType::Float32 => values::<Float32Type>(column, f64::from),
        DataType::Float16 => values::<Float16Type>(column, f64::from),
        DataType::Int8 => values::<Int8Type>(column, f64::from),
        DataType::Int16 => values::<Int16Type>(column, f64::from),
        DataType::Int32 => values::<Int32Type>(column, f64::from),
        DataType::Int64 => values::<Int64Type>(column, |value| value as f64),
        DataType::UInt8 => values::<UInt8Type>(column, f64::from),
        DataType::UInt16 => values::<UInt16Type>(column, f64::from),
        DataType::UInt32 => values::<UInt32Type>(column, f64::from),
        DataType::UInt64 => values::<UInt64Type>(column, |value| value as f64),
        DataType::Decimal128(_, scale) => {
            let scale = 10_f64.powi(i32::from(*scale));
            values::<arrow_array::types::Decimal128Type>(column, |value| value as f64 / scale)
        }
        DataType::Boolean => {
            column.as_boolean().values().iter().map(|v| f64::from(u8::from(v))).collect()
        }
        other => {
            return Err(Problem::Type(format!(
                "found column '{name}' of {other}, expected numbers"
            )));
        }
    })
}

fn check_nulls(column: &dyn Array, name: &str, start: usize) -> Result<(), Problem> {
    let null = (0..column.len()).find(|&row| column.null_count() > 0 && column.is_null(row));
    match null {
        None => Ok(()),
        Some(row) => Err(Problem::Type(format!(
            "found a null in column '{name}', row {} (from 0), expected a value",
            start + row
        ))),
    }
}
