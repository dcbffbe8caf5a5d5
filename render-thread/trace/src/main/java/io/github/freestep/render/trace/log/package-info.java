/**
 * The times of one sampler as a list of entries, and the events of JDK Flight Recorder that it is written to and read
 * from. Not exported: users get a {@link io.github.freestep.render.trace.MotionReport}.
 */
package io.github.freestep.render.trace.log;
