package io.github.freestep.render.server;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Lets the game judge the shots of players. For the physics thread; any thread may read the counts. */
final class Shots {
    /** How many shots of a player may come at once, as after an outage. Each tick, there may be one more. */
    private static final int MOST_AT_ONCE = 32;

    /** If a tick is later by more than this, as after a pause, the pictures of clients are closer to the server. */
    private static final long STOOD_NANOS = 50_000_000;

    private final Seats seats;
    private final ShotRules rules;
    private final ShotJudge judge;

    // Set before there is a sender, and before, no shot comes.
    @SuppressWarnings("NullAway.Init")
    private Players players;

    @SuppressWarnings("NullAway.Init")
    private Physics physics;

    @SuppressWarnings("NullAway.Init")
    private StateHistory history;

    @SuppressWarnings("NullAway.Init")
    private Shot shot;

    private boolean isReachTold;
    private @Nullable Tick tick;
    private long simulationNanos;
    private long clockNanos;
    private double scale;

    Shots(Seats seats, ShotRules rules, ShotJudge judge) {
        this.seats = seats;
        this.rules = rules;
        this.judge = judge;
    }

    void open(Players answered, Physics served) {
        players = answered;
        physics = served;
        history = StateHistory.builder(physics.states()).last(rules.oldest()).open();
        shot = Shot.judgedBy(history, rules);
    }

    void begin(Tick now) {
        boolean isOther = hasStood(now);
        tick = now;
        history.update();
        for (Seat seat : seats.all) {
            seat.allowedShots = Math.min(MOST_AT_ONCE, seat.allowedShots + 1);
            if (isOther) {
                seat.pictures.unsettle(simulationNanos, scale);
            }
        }
    }

    /** Whether the service has stood still since the tick before, or has another scale now. */
    private boolean hasStood(Tick now) {
        double newScale = physics.timeScale();
        long newNanos = physics.clock().nanoTime();
        double stoodNanos = newNanos - clockNanos - (now.simulationNanos() - simulationNanos) / newScale;
        boolean isOther = tick != null && (newScale != scale || stoodNanos > STOOD_NANOS);
        scale = newScale;
        clockNanos = newNanos;
        simulationNanos = now.simulationNanos();
        return isOther;
    }

    /** Takes a shot; false if the message is none. */
    boolean take(Seat seat, byte[] message) {
        ByteBuffer fields = PlayerMessages.fields(message, PlayerMessages.SHOT, PlayerMessages.SHOT_BYTES);
        if (fields == null || tick == null) {
            return false; // a client may send any bytes, also before the first step after the start of the sender
        }
        int number = fields.getInt();
        long ahead = fields.getLong();
        long known = players.pictureAgeNanos(seat.number);
        long most = known < 0 ? rules.oldest().toNanos() : known;
        long earliest = seat.pictures.earliest(simulationNanos, scale, most);
        Refused why = seat.allowedShots == 0 ? Refused.SHOT_RATE : read(seat, fields, earliest, tick.bodies());
        seat.allowedShots = Math.max(0, seat.allowedShots - 1);
        int slot = PlayerMessages.REFUSED;
        int life = PlayerMessages.reason(why == null ? Refused.EXCEPTION : why);
        try {
            if (why != null) {
                players.boundary.refuse(seat, why);
            } else {
                seat.pictures.judged(shot.frame().simulationNanos());
                if (shot.isClamped()) {
                    seat.count(Refused.SHOT_CLAMPED);
                }
                int hit = judge.judge(seat.index, shot, tick);
                life = hit == State.NO_SLOT ? 0 : shot.frame().life(hit); // throws if that is no slot
                slot = hit;
            }
        } finally {
            // Also if the judge throws: the client waits for an answer to each shot.
            players.tell(seat.number, PlayerMessages.answer(number, simulationNanos + ahead, slot, life));
        }
        return true;
    }

    /** Reads a shot. Returns why it is refused; null if it is to be judged. */
    private @Nullable Refused read(Seat seat, ByteBuffer fields, long earliest, Bodies bodies) {
        boolean isRead = shot.read(fields, earliest);
        int body = shot.body();
        boolean isOwn = body >= 0 && body == seat.body() && bodies.isSameLife(body, seat.life);
        if (!isOwn || !bodies.isSameLife(body, shot.life())) {
            return Refused.SHOT;
        }
        if (shot.isMisplaced() && shot.leastReach() > rules.reach() && !isReachTold) {
            isReachTold = true;
            players.boundary.problems.mistake("the reach of ShotRules must be how far the eyes are from the body, plus"
                    + " what the fastest body goes in 50 ms, was " + rules.reach() + ", but the body of " + seat
                    + " goes " + shot.leastReach() + " in 50 ms, so honest shots are moved or refused; set a greater"
                    + " one");
        }
        Refused why = shot.isMistimed() ? Refused.SHOT_TIME : Refused.SHOT;
        return isRead ? null : shot.isMisplaced() ? Refused.SHOT_PLACE : why;
    }
}
