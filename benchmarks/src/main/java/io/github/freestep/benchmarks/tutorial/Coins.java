package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The world of all steps: players run over a floor and take coins. Only this class knows the rules. */
class Coins implements SavableSimulation {
    static final int PLAYERS = 4; // slots 0 to 3
    static final int COINS = 8; // slots 4 to 11
    static final StateLayout LAYOUT = StateLayout.of(PLAYERS + COINS).stepped("kind", "score");
    static final int KIND = LAYOUT.steppedChannel("kind");
    static final int SCORE = LAYOUT.steppedChannel("score");
    static final int PLAYER = 1; // a kind
    static final int COIN = 2;
    static final int TAKEN = 1; // an event
    static final int AXES = 2; // of a player: to the right, and up
    static final float SIZE = 10; // the floor is from -SIZE to SIZE

    private final int playersAtStart;
    private final float[] x = new float[LAYOUT.capacity()];
    private final float[] y = new float[LAYOUT.capacity()];
    private final int[] score = new int[PLAYERS];
    private long dice = 42; // the world's own, so that a replay throws the same

    Coins(int playersAtStart) {
        this.playersAtStart = playersAtStart;
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int player = 0; player < playersAtStart; player++) {
            join(context.bodies(), player);
        }
        for (int coin = PLAYERS; coin < LAYOUT.capacity(); coin++) {
            context.bodies().spawn(coin);
            place(coin);
        }
    }

    void join(Bodies bodies, int player) {
        bodies.spawn(player);
        x[player] = 2 * player - PLAYERS + 1;
        y[player] = 0;
        score[player] = 0;
    }

    @Override
    public void step(Tick tick) {
        for (int player = 0; player < PLAYERS; player++) {
            if (tick.bodies().isAlive(player)) {
                x[player] = move(x[player], wish(tick, player, 0), tick.dtSeconds());
                y[player] = move(y[player], wish(tick, player, 1), tick.dtSeconds());
                take(tick, player);
            }
        }
    }

    /** Where the player wants to run: an axis of the player's keys. */
    float wish(Tick tick, int player, int axis) {
        return tick.input().axis(player * AXES + axis);
    }

    static float move(float from, float wish, double seconds) {
        float speed = 6 * Math.max(-1, Math.min(1, wish)); // a client may send any number
        return Math.max(-SIZE, Math.min(SIZE, from + (float) (speed * seconds)));
    }

    private void take(Tick tick, int player) {
        for (int coin = PLAYERS; coin < LAYOUT.capacity(); coin++) {
            float dx = x[coin] - x[player];
            float dy = y[coin] - y[player];
            if (dx * dx + dy * dy < 1) {
                score[player]++;
                tick.events().user(TAKEN, player, coin, x[coin], y[coin], 0, score[player]);
                place(coin);
                tick.bodies().teleport(coin); // or frames would show it on its way
            }
        }
    }

    private void place(int coin) {
        x[coin] = dice();
        y[coin] = dice();
    }

    private float dice() {
        dice = dice * 6364136223846793005L + 1442695040888963407L;
        return SIZE * (dice >> 40) / (1 << 23);
    }

    @Override
    public void write(StateWriter state) {
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            if (state.isAlive(slot)) {
                state.position(slot, x[slot], y[slot], 0);
                state.stepped(KIND, slot, slot < PLAYERS ? PLAYER : COIN);
                state.stepped(SCORE, slot, slot < PLAYERS ? score[slot] : 0);
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(dice);
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            out.writeFloat(x[slot]);
            out.writeFloat(y[slot]);
            out.writeInt(slot < PLAYERS ? score[slot] : 0);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        dice = in.readLong();
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            x[slot] = in.readFloat();
            y[slot] = in.readFloat();
            int points = in.readInt();
            if (slot < PLAYERS) {
                score[slot] = points;
            }
        }
    }
}
