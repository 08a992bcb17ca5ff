//! Memory in large pages.
//!
//! The text of a file, its documents and their tables are blocks of many MB. In pages of 4 KB the
//! system stops the program for each of these as it is first written, which can take longer than to
//! read the file. Linux gives pages of 2 MB to a program that asks, as NumPy does for its arrays.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

/// Bytes of a block that is worth a call.
const LARGE: usize = 1 << 22;

/// The allocator of the system, which is told of large blocks.
pub struct LargePages;

// SAFETY: every block is the system's, allocated and freed with the layout that the caller gave.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline]
fn advised(block: *mut u8, size: usize) -> *mut u8 {
    if size >= LARGE && !block.is_null() {
        advise(block, size);
    }
    block
}

/// Asks for large pages in a block, where whole ones fit. Where there are none, nothing changes.
#[cold]
#[cfg(target_os = "linux")]
fn advise(block: *mut u8, size: usize) {
    const PAGE: usize = 1 << 21;
    let before = block.addr().next_multiple_of(PAGE) - block.addr();
    let length = (size - before) / PAGE * PAGE;
    // SAFETY: this is inside of the block, and the advice changes nothing of what is there.
    unsafe { libc::madvise(block.add(before).cast(), length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}
