/**
 * The events of runs for JDK Flight Recorder, and the times of one sampler as a list of entries with the events that it
 * is written to and read from.
 */
package io.github.freestep.render.trace.log;
