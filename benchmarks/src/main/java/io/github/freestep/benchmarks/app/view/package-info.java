/**
 * A window that shows a scene through Freestep: the newest state as it is beside what a sampler makes of the same states. It is
 * what a host does: the window's thread has a sampler for each picture, and what the mouse does is sampled by the physics thread.
 *
 * <p>{@code Window} is the context, of a window or of none; {@code Viewer} the loop and what keys do; {@code ViewedScene} the service
 * with its scene; {@code Eye} a sampler and what is known of how its picture moves; {@code Show} a world and its eyes,
 * which are made anew for another rate. {@code Painter} draws a frame, and {@code Overlay} what is told about it.
 */
package io.github.freestep.benchmarks.app.view;
