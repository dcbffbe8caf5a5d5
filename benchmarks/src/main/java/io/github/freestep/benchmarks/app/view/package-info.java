/**
 * The {@code view} command: a window that shows a scene twice, as the newest state and as a sampler presents the same
 * states. It is a small host: the drawing thread has a sampler for each picture.
 *
 * <p>The main thread opens and closes everything and serves the window system, which keeps it for as long as the user
 * drags or resizes the window. {@code DrawingThread} draws meanwhile, has the OpenGL context, and handles what the main
 * thread puts into a queue. Without a visible window, the main thread draws. Classes are for the drawing thread unless
 * they say otherwise.
 */
package io.github.freestep.benchmarks.app.view;
