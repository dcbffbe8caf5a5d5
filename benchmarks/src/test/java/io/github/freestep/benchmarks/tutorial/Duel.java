package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.render.server.PlayerHost;
import io.github.freestep.render.server.Players;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** The server of the tutorial, where players also shoot at each other, and predict their own bodies. */
final class Duel extends Coins implements PlayerHost {
    static final StateLayout LAYOUT = Coins.LAYOUT.stepped(OwnBody.INPUT_NUMBER);

    private final float[] radii = new float[LAYOUT.capacity()];
    private final Picker picker = new Picker();
    private final Hits hits = new Hits(1);

    final int[] hitsOf = new int[PLAYERS]; // by seat, which is also the slot of the body
    final Players players = Players.builder(this)
            .seats(PLAYERS)
            .axes(AXES)
            .shots(ShotRules.of(Duration.ofSeconds(1), 1), this::judge)
            .build();

    Duel() {
        super(0);
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public int join(int seat, Bodies bodies) {
        join(bodies, seat);
        hitsOf[seat] = 0;
        return seat;
    }

    @Override
    float wish(Tick tick, int player, int axis) {
        return players.input(tick, player).axis(axis);
    }

    private int judge(int seat, Shot shot, Tick tick) {
        Arrays.fill(radii, -1); // no shot hits a coin
        Arrays.fill(radii, 0, PLAYERS, 0.5f);
        radii[shot.body()] = -1; // or the shooter
        Frame then = shot.frame(); // the world as the shooter saw it
        int count = picker.ray(then, shot.x(), shot.y(), shot.z(), shot.dx(), shot.dy(), shot.dz(), 100, radii, hits);
        boolean isHit = count > 0 && tick.bodies().isSameLife(hits.slot(0), hits.life(0)); // it may have left since
        hitsOf[seat] += isHit ? 1 : 0;
        return isHit ? hits.slot(0) : State.NO_SLOT;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        super.save(out);
        for (int count : hitsOf) {
            out.writeInt(count);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        super.restore(in);
        for (int seat = 0; seat < PLAYERS; seat++) {
            hitsOf[seat] = in.readInt();
        }
    }
}
