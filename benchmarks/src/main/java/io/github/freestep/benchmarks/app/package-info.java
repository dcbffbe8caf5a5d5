/** The base of commands that run a scenario and judge it. */
package io.github.freestep.benchmarks.app;
