/** The commands that send states to another process, and the harness that tries them over a bad network. */
package io.github.freestep.benchmarks.app.remote;
