package io.github.freestep.render.server;

import io.github.freestep.physics.Tick;
import io.github.freestep.render.server.past.Shot;

/**
 * Says what the shots of players have hit. The physics thread calls it in a step.
 *
 * <pre>{@code
 * public int judge(int seat, Shot shot, Tick tick) {
 *     Arrays.fill(radii, 0.5f);
 *     radii[shot.body()] = -1; // players do not hit themselves
 *     Frame seen = shot.frame();
 *     int count = picker.ray(
 *             seen, shot.x(), shot.y(), shot.z(), shot.dx(), shot.dy(), shot.dz(), 100, radii, hits);
 *     return count > 0 ? hits.slot(0) : State.NO_SLOT;
 * }
 * }</pre>
 */
@FunctionalInterface
public interface ShotJudge {
    /**
     * Says what a shot has hit in the picture that its player saw. Look whether that body is still alive before it
     * loses anything: {@code tick.bodies().isSameLife(slot, shot.frame().life(slot))}.
     *
     * @param seat the seat of the player who shoots
     * @param shot the shot, with the picture; valid until this method returns
     * @param tick the tick in whose step this is called
     * @return the slot that was hit; -1 if none was
     */
    int judge(int seat, Shot shot, Tick tick);
}
