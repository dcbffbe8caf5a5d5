/**
 * Measures what a tick with an engine costs: {@code EngineTable} steps one heap of bodies in turn with Freestep and
 * without, and prints the ratios, which differ less from run to run than times do.
 */
package io.github.freestep.benchmarks.jmh.engines;
