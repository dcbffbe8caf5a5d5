/** The harness that receives the states of another process over a bad network. */
package io.github.freestep.benchmarks.app.remote;
