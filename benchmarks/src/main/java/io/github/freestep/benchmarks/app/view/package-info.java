/**
 * The {@code view} command: a window that shows a drum of boxes twice, as the newest state and as a sampler presents
 * the same states. It is a small host: one thread has the window and a sampler for each picture.
 */
package io.github.freestep.benchmarks.app.view;
