//! Tables that export Arrow: polars, pyarrow, pandas, DuckDB and whatever else has
//! `__arrow_c_stream__`. All unsafe code of the import is here.

#![allow(unsafe_code)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Decimal128Type, Float16Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, RecordBatchReader};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::{Choice, Places, Role, find_columns};
use crate::problem::Problem;
use crate::table::Rows;

/// Lists the rows that a reader gives.
pub fn fill(
    py: Python<'_>,
    reader: RecordBatchStreamReader,
    role: Role,
    columns: &Choice<'_, '_>,
    sink: &mut Rows,
) -> Result<(), Problem> {
    let names: Vec<String> =
        reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    let places = find_columns(role, &names, columns)?;
    let mut start = 0;
    for batch in reader {
        let batch = batch.map_err(|_| unreadable())?;
        let column =
            |place: usize| Column { array: batch.column(place), name: &names[place], start };
        py.detach(|| rows(role, &places, column, sink))?;
        start += batch.num_rows();
    }
    Ok(())
}

/// What is wrong with a table whose rows are not to be had.
fn unreadable() -> Problem {
    let found = "a table that fails to give its rows".to_owned();
    Problem::Columns { found, expected: "Arrow data".to_owned(), is_type: false }
}

/// Lists the rows of a batch.
fn rows<'a>(
    role: Role,
    places: &Places,
    column: impl Fn(usize) -> Column<'a>,
    sink: &mut Rows,
) -> Result<(), Problem> {
    let [topic, docno, number] = places.row.map(&column);
    let (topics, docnos) = (Ids::new(&topic)?, Ids::new(&docno)?);
    let numbers = number.numbers()?;
    let subtopic = places.subtopic.map(&column);
    let subtopics = subtopic.as_ref().map(Ids::new).transpose()?;
    let ranks = places.rank.filter(|_| sink.wants_ranks()).map(|place| column(place).ranks());
    let mut texts: [String; 3] = Default::default();
    let [of_topic, of_docno, of_subtopic] = &mut texts;
    for (row, value) in numbers.into_iter().enumerate() {
        let topic_id = topics.get(row, of_topic).as_bytes();
        let docno_id = docnos.get(row, of_docno).as_bytes();
        let subtopic_id = subtopics.as_ref().map_or("", |ids| ids.get(row, of_subtopic));
        for (id, column) in [(topic_id, &topic), (docno_id, &docno)] {
            if id.is_empty() {
                return Err(column.empty_id(row));
            }
        }
        role.check(topic_id, docno_id, value).map_err(|error| Problem::Number {
            row: number.start + row,
            column: number.name.to_owned(),
            error,
        })?;
        let rank = ranks.as_ref().map(|ranks| ranks[row]);
        sink.push(topic_id, subtopic_id.as_bytes(), docno_id, value, rank).map_err(Problem::Row)?;
    }
    Ok(())
}

/// What reads a table.
pub fn reader(table: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let reader = stream(table)?;
    let schema = reader.schema();
    let nulls = schema.fields().iter().filter(|field| field.data_type() == &DataType::Null);
    let nulls: Vec<&String> = nulls.map(|field| field.name()).collect();
    if nulls.is_empty() || !table.hasattr("with_columns")? {
        return Ok(reader);
    }
    // polars gives a column that is all null, needed or not, a form that Arrow has not.
    let polars = table.py().import("polars")?;
    let columns = polars.call_method1("col", (nulls,))?;
    let columns = columns.call_method1("cast", (polars.getattr("String")?,))?;
    stream(&table.call_method1("with_columns", (columns,))?)
}

fn stream(table: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: a capsule of this name holds a stream of the Arrow C interface, which is moved out
    // of it: what is left behind is marked as released, so that the capsule does not release it.
    let reader = unsafe {
        RecordBatchStreamReader::from_raw(stream.cast::<FFI_ArrowArrayStream>().as_ptr())
    };
    reader.map_err(|_| unreadable().into_exception(table.py(), "table"))
}

/// A column of a batch, whose first row is this one of the table.
#[derive(Clone, Copy)]
struct Column<'a> {
    array: &'a Arc<dyn Array>,
    name: &'a str,
    start: usize,
}

impl Column<'_> {
    fn null(&self, row: usize) -> Problem {
        self.cell(row, "a null", "a value", true)
    }

    fn empty_id(&self, row: usize) -> Problem {
        self.cell(row, "an empty id", "one that is not empty", false)
    }

    fn cell(
        &self,
        row: usize,
        found: &'static str,
        expected: &'static str,
        is_type: bool,
    ) -> Problem {
        let (row, column) = (self.start + row, self.name.to_owned());
        Problem::Cell { row, column, found, expected, is_type }
    }

    /// Something wrong with the type.
    fn wrong_type(&self, expected: &str) -> Problem {
        Problem::Columns {
            found: format!("column '{}' of {}", self.name, self.array.data_type()),
            expected: expected.to_owned(),
            is_type: true,
        }
    }

    fn check_nulls(&self) -> Result<(), Problem> {
        let nulls = self.array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        match nulls.and_then(|nulls| nulls.iter().position(|is_valid| !is_valid)) {
            None => Ok(()),
            Some(row) => Err(self.null(row)),
        }
    }

    /// Grades or scores.
    fn numbers(&self) -> Result<Vec<f64>, Problem> {
        if self.array.is_empty() {
            return Ok(Vec::new()); // a column of nothing has any type
        }
        self.check_nulls()?;
        numbers(self.array.as_ref()).ok_or_else(|| self.wrong_type("numbers"))
    }

    /// Ranks: NaN where there is something else.
    fn ranks(&self) -> Vec<f64> {
        let mut ranks = numbers(self.array.as_ref());
        if let (Some(ranks), Some(nulls)) = (&mut ranks, self.array.logical_nulls()) {
            let without = ranks.iter_mut().zip(nulls.iter()).filter(|(_, is_valid)| !is_valid);
            without.for_each(|(rank, _)| *rank = f64::NAN);
        }
        ranks.unwrap_or_else(|| vec![f64::NAN; self.array.len()])
    }
}

/// A column of ids: strings of any kind, or whole numbers.
enum Ids<'a> {
    Text(Box<dyn Fn(usize) -> &'a str + Send + 'a>),
    Whole(Vec<i64>),
    Unsigned(Vec<u64>),
}

impl<'a> Ids<'a> {
    fn new(column: &Column<'a>) -> Result<Self, Problem> {
        column.check_nulls()?;
        Self::of(column.array.as_ref()).ok_or_else(|| column.wrong_type("strings or whole numbers"))
    }

    /// The ids of an array; `None` if it has some of another type.
    fn of(array: &'a dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => {
                let text = array.as_string::<i32>();
                Self::Text(Box::new(|row| text.value(row)))
            }
            DataType::LargeUtf8 => {
                let text = array.as_string::<i64>();
                Self::Text(Box::new(|row| text.value(row)))
            }
            DataType::Utf8View => {
                let text = array.as_string_view();
                Self::Text(Box::new(|row| text.value(row)))
            }
            DataType::Dictionary(key, _) => match key.as_ref() {
                DataType::Int8 => Self::dictionary::<Int8Type>(array)?,
                DataType::Int16 => Self::dictionary::<Int16Type>(array)?,
                DataType::Int32 => Self::dictionary::<Int32Type>(array)?,
                DataType::Int64 => Self::dictionary::<Int64Type>(array)?,
                DataType::UInt8 => Self::dictionary::<UInt8Type>(array)?,
                DataType::UInt16 => Self::dictionary::<UInt16Type>(array)?,
                DataType::UInt32 => Self::dictionary::<UInt32Type>(array)?,
                _ => Self::dictionary::<UInt64Type>(array)?,
            },
            DataType::Int8 => Self::Whole(whole::<Int8Type>(array)),
            DataType::Int16 => Self::Whole(whole::<Int16Type>(array)),
            DataType::Int32 => Self::Whole(whole::<Int32Type>(array)),
            DataType::Int64 => Self::Whole(whole::<Int64Type>(array)),
            DataType::UInt8 => Self::Whole(whole::<UInt8Type>(array)),
            DataType::UInt16 => Self::Whole(whole::<UInt16Type>(array)),
            DataType::UInt32 => Self::Whole(whole::<UInt32Type>(array)),
            DataType::UInt64 => {
                Self::Unsigned(array.as_primitive::<UInt64Type>().values().to_vec())
            }
            _ => return None,
        })
    }

    fn dictionary<K: ArrowDictionaryKeyType>(array: &'a dyn Array) -> Option<Self> {
        let dictionary = array.as_dictionary::<K>();
        let key = move |row| dictionary.key(row).unwrap_or_default();
        let rows = 0..array.len();
        // Whoever gives the data may have left this unchecked.
        if rows.clone().any(|row| key(row) >= dictionary.values().len()) {
            return None;
        }
        Some(match Self::of(dictionary.values().as_ref())? {
            Self::Text(text) => Self::Text(Box::new(move |row| text(key(row)))),
            Self::Whole(numbers) => Self::Whole(rows.map(|row| numbers[key(row)]).collect()),
            Self::Unsigned(numbers) => Self::Unsigned(rows.map(|row| numbers[key(row)]).collect()),
        })
    }

    fn get<'s>(&'s self, row: usize, scratch: &'s mut String) -> &'s str {
        use std::fmt::Write;
        scratch.clear();
        let _ = match self {
            Self::Text(text) => return text(row),
            Self::Whole(numbers) => write!(scratch, "{}", numbers[row]),
            Self::Unsigned(numbers) => write!(scratch, "{}", numbers[row]),
        };
        scratch
    }
}

fn whole<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &dyn Array) -> Vec<i64> {
    array.as_primitive::<T>().values().iter().map(|&value| value.into()).collect()
}

fn values<T: ArrowPrimitiveType>(array: &dyn Array, to: impl Fn(T::Native) -> f64) -> Vec<f64> {
    array.as_primitive::<T>().values().iter().map(|&value| to(value)).collect()
}

/// The numbers of an array; `None` if it has none.
fn numbers(array: &dyn Array) -> Option<Vec<f64>> {
    Some(match array.data_type() {
        DataType::Float64 => values::<Float64Type>(array, |value| value),
        DataType::Float32 => values::<Float32Type>(array, f64::from),
        DataType::Float16 => values::<Float16Type>(array, f64::from),
        DataType::Int8 => values::<Int8Type>(array, f64::from),
        DataType::Int16 => values::<Int16Type>(array, f64::from),
        DataType::Int32 => values::<Int32Type>(array, f64::from),
        DataType::Int64 => values::<Int64Type>(array, |value| value as f64),
        DataType::UInt8 => values::<UInt8Type>(array, f64::from),
        DataType::UInt16 => values::<UInt16Type>(array, f64::from),
        DataType::UInt32 => values::<UInt32Type>(array, f64::from),
        DataType::UInt64 => values::<UInt64Type>(array, |value| value as f64),
        DataType::Decimal128(_, scale) => {
            let exponent = -i32::from(*scale);
            // As text it is rounded once.
            let to_float = |value| format!("{value}e{exponent}").parse().unwrap_or(f64::NAN);
            values::<Decimal128Type>(array, to_float)
        }
        DataType::Boolean => {
            array.as_boolean().values().iter().map(|v| f64::from(u8::from(v))).collect()
        }
        _ => return None,
    })
}
