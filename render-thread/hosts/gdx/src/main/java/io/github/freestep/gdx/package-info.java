/**
 * Turns for games in libGDX: {@link io.github.freestep.gdx.SmoothListener} lets a game and its steps take turns.
 *
 * <p>libGDX calls input processors before {@code render()}, while a step may run. So their calls are kept until the
 * game has its turn. Tasks of {@code postRunnable} also run before {@code render()}, but nothing can keep them, because
 * each backend owns their queue.
 *
 * <p>A wait belongs between the swap and the poll of keys, where only a subclass of the backend's input can run code.
 * So the wait is in {@code render()}, and the desktop backend is polled again after it, by reflection, because an
 * adapter that names that backend would need it on Android, too. GLFW forbids a poll in its callbacks. One of them
 * resizes the game and draws a frame, so that frame does not wait.
 */
@NullMarked
package io.github.freestep.gdx;

import org.jspecify.annotations.NullMarked;
