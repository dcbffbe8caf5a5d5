/**
 * The {@code view} command: a window that shows a scene twice, as the newest state and as a sampler presents the same
 * states. It is a small host: the drawing thread has a sampler for each picture, the physics thread polls the mouse.
 *
 * <p>Two threads run it. The main thread opens and closes everything and serves the window system, which keeps it for
 * as long as the user drags or resizes the window. {@code DrawingThread} draws meanwhile, and has the OpenGL context.
 * It handles keys and the mouse as well: the main thread puts what it receives into a queue. Without a visible window,
 * the main thread draws.
 *
 * <p>{@code Window} owns the OpenGL context, with or without a window. {@code DisplayTimes} reads from the driver when
 * frames were on the screen. {@code Viewer} is the frame loop and handles keys. {@code World} is the simulation.
 * {@code Show} holds a world and its two samplers. {@code Eye} samples frames and measures how evenly their picture
 * moves. {@code Painter} draws a frame, and {@code Overlay} draws text and graphs over it.
 *
 * <p>Classes are for the drawing thread unless they say otherwise. The physics thread also uses {@code MouseInput}.
 */
package io.github.freestep.benchmarks.app.view;
