package io.github.freestep.benchmarks.examples;

import io.github.freestep.net.ChosenBodies;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.own.OwnBody;
import io.github.freestep.physics.recording.AtomicFiles;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.server.PlayerHost;
import io.github.freestep.physics.server.Players;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.past.Shot;
import io.github.freestep.render.past.ShotRules;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A server on which players walk along x under their names, and shoot. Each is sent only those nearby. It saves five
 * times a second, and continues from the save. Start it and some {@code ArenaClient}s. Arguments: the port, and the
 * file of the save, by default {@code arena.save}.
 */
public final class ArenaServer implements SavableSimulation, PlayerHost {
    private static final int SEATS = 64;
    static final StateLayout LAYOUT =
            StateLayout.of(SEATS).stepped(OwnBody.INPUT_NUMBER).stepped("score");
    static final int SCORE = LAYOUT.steppedChannel("score");

    final double[] x = new double[SEATS]; // by seat, which is also the slot of the body
    final int[] scores = new int[SEATS];
    private final float[] radii = new float[SEATS];
    private final Picker picker = new Picker();
    private final Hits hits = new Hits(1);
    final Players players = Players.builder(this)
            .seats(SEATS)
            .axes(1)
            .shots(ShotRules.of(Duration.ofSeconds(1), 1), this::judge)
            .build();

    public static void main(String[] args) throws IOException, InterruptedException {
        int port = args.length == 0 ? StateSender.Builder.DEFAULT_PORT : Integer.parseInt(args[0]);
        Path file = Path.of(args.length < 2 ? "arena.save" : args[1]);
        ArenaServer arena = new ArenaServer();
        PhysicsBuilder builder =
                PhysicsService.builder(arena.players.around(arena)).rate(60).axes(arena.players.axes());
        if (Files.exists(file)) {
            Saves.startAt(builder, Files.readAllBytes(file));
        }
        try (PhysicsService physics = builder.start();
                StateSender sender = arena.players.start(
                        physics,
                        StateSender.builder(physics.states()).port(port).interest(arena::see))) {
            while (physics.failure() == null && sender.failure() == null) {
                Thread.sleep(200);
                AtomicFiles.write(file, physics.read(Saves::saved).join());
            }
        }
    }

    /** Chooses what a client is sent: the players near its body. For the sender's thread. */
    private void see(long client, State state, ChosenBodies chosen) {
        int seat = players.seatOf(client);
        if (seat >= 0 && state.isAlive(seat)) {
            chosen.within(state.x(seat), state.y(seat), state.z(seat), 50); // m
        }
    }

    @Override
    public int join(int seat, Bodies bodies) {
        bodies.spawn(seat);
        x[seat] = 2 * seat;
        scores[seat] = 0;
        return seat;
    }

    private int judge(int seat, Shot shot, Tick tick) {
        Arrays.fill(radii, 0.5f);
        radii[shot.body()] = -1; // no shot hits the shooter
        Frame then = shot.frame(); // the world as the shooter saw it
        int count = picker.ray(then, shot.x(), shot.y(), shot.z(), shot.dx(), shot.dy(), shot.dz(), 100, radii, hits);
        boolean isHit = count > 0 && tick.bodies().isSameLife(hits.slot(0), hits.life(0)); // it may have left since
        scores[seat] += isHit ? 1 : 0;
        return isHit ? hits.slot(0) : State.NO_SLOT;
    }

    @Override
    public void step(Tick tick) {
        for (int seat = 0; seat < SEATS; seat++) {
            x[seat] += players.input(tick, seat).axis(0) * tick.dtSeconds();
        }
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void write(StateWriter state) {
        for (int seat = 0; seat < SEATS; seat++) {
            if (state.isAlive(seat)) {
                state.position(seat, x[seat], 0, 0);
                state.stepped(SCORE, seat, scores[seat]);
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (int seat = 0; seat < SEATS; seat++) {
            out.writeDouble(x[seat]);
            out.writeInt(scores[seat]);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        for (int seat = 0; seat < SEATS; seat++) {
            x[seat] = in.readDouble();
            scores[seat] = in.readInt();
        }
    }
}
