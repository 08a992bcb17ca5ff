//! Reads of a dict that copy no reference: all unsafe code of this crate.
//!
//! A reference count is written into the object it counts, so that walking a dict by the safe
//! means touches the memory of every document id. Here only the values are read.

#![allow(unsafe_code)]

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{PyDict, PyString};

/// Where an item stands in a dict.
#[derive(Debug, Clone, Copy)]
pub struct Place(ffi::Py_ssize_t);

/// Appends the values of a dict and their places, in its order. Gives false if a value is neither a
/// float nor an int (of exactly that type: a subclass could run code), or an int too large for a
/// float.
pub fn values(dict: &Bound<'_, PyDict>, numbers: &mut Vec<f64>, places: &mut Vec<Place>) -> bool {
    numbers.reserve(dict.len());
    places.reserve(dict.len());
    with_critical_section(dict, || {
        let (mut at, mut value) = (0, std::ptr::null_mut());
        places.push(Place(at));
        // SAFETY: `dict` is a dict, alive for the call, and nothing here can change it: no Python
        // code runs and no other thread does (the GIL, or the critical section without one).
        // `PyDict_Next` takes null for the key it is not to give.
        while unsafe {
            ffi::PyDict_Next(dict.as_ptr(), &raw mut at, std::ptr::null_mut(), &raw mut value)
        } != 0
        {
            // SAFETY: the dict owns `value`, see above.
            match unsafe { number(value) } {
                Some(number) => numbers.push(number),
                None => return false,
            }
            places.push(Place(at));
        }
        places.pop(); // the end
        true
    })
}

/// The key at a place that [`values`] gave of this dict, if nothing has changed it since.
pub fn key<'py>(dict: &Bound<'py, PyDict>, Place(mut at): Place) -> Option<Bound<'py, PyAny>> {
    let mut key = std::ptr::null_mut();
    with_critical_section(dict, || {
        // SAFETY: as in `values`, and `PyDict_Next` takes any place; the reference is counted before
        // the dict can change.
        unsafe {
            let is_there =
                ffi::PyDict_Next(dict.as_ptr(), &raw mut at, &raw mut key, std::ptr::null_mut())
                    != 0;
            is_there.then(|| Bound::from_borrowed_ptr(dict.py(), key))
        }
    })
}

/// Hands the numbers of a dict to `each`, in its order, and those keys that `wants` says. Neither may
/// run Python code that could change the dict. Gives false, with some handed over, if a key is not a
/// `str` of exactly that type or a value is not what [`values`] takes.
pub fn str_items<'py>(
    dict: &Bound<'py, PyDict>,
    wants: impl Fn(f64) -> bool,
    mut each: impl FnMut(Option<Bound<'py, PyString>>, f64),
) -> bool {
    let py = dict.py();
    with_critical_section(dict, || {
        let (mut at, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: as in `values`; both are borrowed from the dict, which does not change, and the
        // reference to a key is counted before it is handed over.
        unsafe {
            while ffi::PyDict_Next(dict.as_ptr(), &raw mut at, &raw mut key, &raw mut value) != 0 {
                let Some(number) = number(value) else { return false };
                if ffi::PyUnicode_CheckExact(key) == 0 {
                    return false;
                }
                let wanted = wants(number)
                    .then(|| Bound::from_borrowed_ptr(py, key).cast_into_unchecked::<PyString>());
                each(wanted, number);
            }
        }
        true
    })
}

/// The items of a dict. They are taken before any is used: what a value does when it is read as a
/// number could change the dict.
pub fn items<'py>(dict: &Bound<'py, PyDict>) -> Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = dict.py();
    let mut items = Vec::with_capacity(dict.len());
    with_critical_section(dict, || {
        let (mut at, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: as in `values`; the references are counted before the dict can change.
        unsafe {
            while ffi::PyDict_Next(dict.as_ptr(), &raw mut at, &raw mut key, &raw mut value) != 0 {
                items
                    .push((Bound::from_borrowed_ptr(py, key), Bound::from_borrowed_ptr(py, value)));
            }
        }
    });
    items
}

/// The number of a document; `None` if the dict lacks it, or where [`values`] would give false.
pub fn get(dict: &Bound<'_, PyDict>, docno: &Bound<'_, PyString>) -> Option<f64> {
    with_critical_section(dict, || {
        // SAFETY: both objects are alive for the call. Hashing and comparing a `str` of exactly
        // that type, which `docno` is, runs no Python code unless a key of the dict is an object
        // with an `__eq__` of its own; the value is read at once, before anything else can run.
        unsafe {
            let value = ffi::PyDict_GetItemWithError(dict.as_ptr(), docno.as_ptr());
            if value.is_null() {
                ffi::PyErr_Clear();
                return None;
            }
            number(value)
        }
    })
}

/// The number that a float or an int of exactly that type is.
///
/// # Safety
///
/// `value` has to be an object that stays alive for the call.
unsafe fn number(value: *mut ffi::PyObject) -> Option<f64> {
    // SAFETY: the caller's.
    unsafe {
        if ffi::PyFloat_CheckExact(value) != 0 {
            return Some(ffi::PyFloat_AsDouble(value));
        }
        if ffi::PyLong_CheckExact(value) != 0 {
            let number = ffi::PyLong_AsDouble(value);
            if number == -1.0 && !ffi::PyErr_Occurred().is_null() {
                ffi::PyErr_Clear();
                return None;
            }
            return Some(number);
        }
        None
    }
}
