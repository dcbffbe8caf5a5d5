/**
 * The command {@code view}: a window with one world by the usual loop and by Freestep, or pictures of it.
 */
package io.github.freestep.benchmarks.app.view;
