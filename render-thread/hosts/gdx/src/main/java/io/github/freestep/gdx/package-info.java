/**
 * Turns for games in libGDX: {@link io.github.freestep.gdx.SmoothListener} lets a game and its steps take turns.
 *
 * <p>libGDX calls input processors before {@code render()}, while a step may run. So their calls are kept until the
 * game has its turn. This needs neither reflection nor a certain backend. Tasks of {@code postRunnable} also run before
 * {@code render()}, but nothing can keep them, because each backend owns their queue.
 */
@NullMarked
package io.github.freestep.gdx;

import org.jspecify.annotations.NullMarked;
