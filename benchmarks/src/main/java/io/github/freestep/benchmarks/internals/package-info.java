/**
 * Opens hidden members of the library for benchmarks and checks that need more than the public API.
 *
 * <p>The alternative was to put classes into the library's own packages. They would split those packages between two
 * jars, which the module path forbids.
 */
package io.github.freestep.benchmarks.internals;
