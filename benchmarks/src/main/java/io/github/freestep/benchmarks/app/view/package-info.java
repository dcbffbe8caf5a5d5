/**
 * The {@code view} command: a window that shows a scene twice, as the newest state and as a sampler presents the same
 * states. It is a small host: the window's thread has a sampler for each picture, the physics thread polls the mouse.
 *
 * <p>{@code Window} owns the OpenGL context, with or without a window. {@code Viewer} is the frame loop and handles
 * keys. {@code World} is the simulation, in this process or on another machine. {@code Show} holds a world and its two
 * samplers, and is replaced when the rate changes. {@code Eye} samples frames and measures how evenly their picture
 * moves. {@code Painter} draws a frame, {@code Overlay} draws text and graphs over it.
 *
 * <p>All classes are for the window's thread; only {@code MouseInput} is also used by the physics thread.
 */
package io.github.freestep.benchmarks.app.view;
