package io.github.freestep.physics.server;

import io.github.freestep.physics.Tick;
import io.github.freestep.render.past.Shot;
import io.github.freestep.render.past.ShotRules;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.state.StateBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/** Lets the game judge the shots of players. For the physics thread; any thread may read the counts. */
final class Shots {
    /** How many shots of a player may come at once, as after an outage. Each tick, there may be one more. */
    private static final int MOST_AT_ONCE = 32;

    private final Seats seats;
    private final ShotRules rules;
    private final ShotJudge judge;
    private final Players players;

    /** By seat: who had it in the last tick, and how many shots may come. */
    private final long[] numbers;

    private final int[] allowed;
    final AtomicIntegerArray clamped;
    final AtomicIntegerArray refused;

    // Before there is a sender, no shot comes.
    private @Nullable StateHistory history;
    private @Nullable Shot shot;
    private @Nullable Tick tick;

    Shots(Players players, Seats seats, ShotRules rules, ShotJudge judge) {
        this.players = players;
        this.seats = seats;
        this.rules = rules;
        this.judge = judge;
        numbers = new long[seats.count];
        allowed = new int[seats.count];
        clamped = new AtomicIntegerArray(seats.count);
        refused = new AtomicIntegerArray(seats.count);
    }

    void open(StateBuffer states) {
        history = StateHistory.builder(states).last(rules.oldest()).open();
        shot = Shot.judgedBy(history, rules);
    }

    void begin(Tick now) {
        tick = now;
        history.update();
        for (int seat = 0; seat < allowed.length; seat++) {
            allowed[seat] = Math.min(MOST_AT_ONCE, allowed[seat] + 1);
            if (seats.number(seat) != numbers[seat]) {
                numbers[seat] = seats.number(seat);
                clamped.set(seat, 0);
                refused.set(seat, 0);
            }
        }
    }

    void take(int seat, byte[] message) {
        ByteBuffer fields = PlayerMessages.fields(message, PlayerMessages.SHOT, PlayerMessages.SHOT_BYTES);
        if (fields == null || tick == null) {
            return; // a client may send any bytes, also before the first step after the start of the sender
        }
        int number = fields.getInt();
        long ahead = fields.getLong();
        boolean isJudged = allowed[seat] > 0
                && shot.read(fields)
                && shot.body() == seats.body(seat)
                && tick.bodies().isSameLife(shot.body(), seats.lives[seat])
                && tick.bodies().isSameLife(shot.body(), shot.life());
        allowed[seat] = Math.max(0, allowed[seat] - 1);
        int slot = PlayerMessages.REFUSED;
        if (isJudged) {
            clamped.addAndGet(seat, shot.isClamped() ? 1 : 0);
            slot = judge.judge(seat, shot, tick);
        } else {
            refused.incrementAndGet(seat);
        }
        int life = slot < 0 ? 0 : shot.frame().life(slot);
        players.tell(seats.number(seat), PlayerMessages.answer(number, tick.simulationNanos() + ahead, slot, life));
    }
}
