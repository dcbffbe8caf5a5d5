/**
 * The one door to what the library keeps to itself, for benchmarks and checks that must look behind the public API.
 *
 * <p>Classes in the library's own packages were the alternative. They would split those packages between two jars, which
 * the module path forbids.
 */
package io.github.freestep.benchmarks.internals;
