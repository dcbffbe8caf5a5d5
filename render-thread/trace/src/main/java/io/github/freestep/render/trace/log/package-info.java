/**
 * The events of runs for JDK Flight Recorder, and the times of one sampler as a list of entries with the events that it
 * is written to and read from. Not exported: users get a {@link io.github.freestep.render.trace.MotionReport}.
 */
package io.github.freestep.render.trace.log;
