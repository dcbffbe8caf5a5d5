package io.github.freestep.render.server;

import io.github.freestep.internal.Ranges;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.shown.TickNumbers;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The players of a server: each client gets a seat, a body, and axes and actions of its own. A player who comes back,
 * also after a restart from a save, gets seat and body back. Any thread may ask who has which seat; the other calls
 * name their thread.
 *
 * <pre>{@code
 * Arena arena = new Arena(); // a Simulation and a PlayerHost, which has the players
 * PhysicsService physics = PhysicsService.builder(arena.players.around(arena))
 *         .axes(arena.players.axes())
 *         .start();
 * StateSender sender = arena.players.start(physics, StateSender.builder(physics.states()).port(port));
 * }</pre>
 *
 * <p>Who a client is depends on its number, which its {@code PlayerToken} proves. Without a token, a client has a
 * random number until its {@code RemoteStates} is closed, so all works, but another program is another player.
 */
public final class Players {
    /** How many codes the actions of a player have. */
    public static final int ACTIONS = PlayerInput.ACTIONS;

    private static final int MOST_SEATS = 256;
    private static final int MOST_AXES = TickNumbers.AXIS;

    private final PlayerHost host;
    private final Seats seats;
    private final long graceNanos;
    private final PlayerInput absent;
    final PlayerBoundary boundary;
    private @Nullable PlayersWorld world;

    /** That of the service. Set before there is a sender. */
    @SuppressWarnings("NullAway.Init")
    private NanoClock clock;

    /** Set once. */
    volatile @Nullable StateSender sender;

    /** Null if nobody shoots. */
    private final @Nullable Shots shots;

    private final StateSender.MessageHandler taking = this::take;

    private Players(Builder options) {
        host = options.host;
        seats = new Seats(options.seats, options.axes);
        boundary = new PlayerBoundary(seats);
        graceNanos = options.grace.toNanos();
        absent = new PlayerInput(options.axes);
        ShotJudge judge = options.judge;
        shots = judge == null ? null : new Shots(seats, options.rules, judge);
    }

    /**
     * Returns a builder.
     *
     * @param host gives players their bodies
     * @return a builder with the defaults
     */
    public static Builder builder(PlayerHost host) {
        return new Builder(Objects.requireNonNull(host, "host must not be null"));
    }

    /**
     * Returns a world with these players, which the service runs in place of the given one. A save of it contains the
     * players. Call it once.
     *
     * @param inner the game's world, or that of an engine
     * @return the world to pass to the service. To be saved, the given one must be a {@link SavableSimulation}
     * @throws IllegalStateException if these players have a world
     */
    public SavableSimulation around(Simulation inner) {
        Objects.requireNonNull(inner, "inner must not be null");
        if (world != null) {
            throw new IllegalStateException("players must have one world; build others for another one");
        }
        PlayersWorld around = new PlayersWorld(inner, host, seats, boundary, graceNanos);
        world = around;
        return around;
    }

    /**
     * Returns how many axes the service must have, for {@code PhysicsBuilder.axes}.
     *
     * @return those of all seats
     */
    public int axes() {
        return seats.all.length * seats.axes;
    }

    /**
     * Starts a sender whose clients are the players. Call it once, after the start of the service.
     *
     * @param physics runs the world of {@link #around}
     * @param options those of the sender, except its input
     * @return the started sender, which you close
     * @throws IllegalArgumentException if the service has too few axes
     * @throws IllegalStateException if these players have no world, or are served already
     */
    public StateSender start(Physics physics, StateSender.Builder options) {
        Objects.requireNonNull(physics, "physics must not be null");
        Objects.requireNonNull(options, "options must not be null");
        PlayerSink made = serve(physics);
        StateSender started = options.input(made).start();
        sender = started;
        made.ready();
        return started;
    }

    PlayerSink serve(Physics physics) {
        PlayersWorld around = world;
        if (around == null || around.served != null) {
            throw new IllegalStateException("players must have a world and one sender, had "
                    + (around == null ? "no world; pass around(world) to the service" : "another sender; keep it"));
        }
        if (physics.input().axes() < axes()) {
            throw new IllegalArgumentException("the service must have " + axes() + " axes or more, had "
                    + physics.input().axes() + "; call .axes(players.axes()) on its builder");
        }
        if (shots != null) {
            shots.open(this, physics);
        }
        clock = physics.clock();
        around.served = this;
        return new PlayerSink(physics, seats);
    }

    /** Sends a message to a client; false if it must be sent again. */
    boolean tell(long number, byte[] message) {
        StateSender to = sender;
        return to != null && to.send(number, message, true);
    }

    /** What the sender knows of the age of a client's pictures; -1 if it knows nothing. */
    long pictureAgeNanos(long number) {
        StateSender from = sender;
        return from == null ? -1 : from.pictureAgeNanos(number);
    }

    /**
     * Returns the input of a player in a tick. For the physics thread, in a step.
     *
     * @param tick the tick of the step
     * @param seat from 0, below the number of seats; one without a player has no input
     * @return valid during the step
     */
    public PlayerInput input(Tick tick, int seat) {
        Objects.requireNonNull(tick, "tick must not be null");
        return isHere(seat) ? seats.all[seat].input : absent;
    }

    /**
     * Returns the number of seats.
     *
     * @return from 1
     */
    public int seats() {
        return seats.all.length;
    }

    /**
     * Returns the seat of a player, such as for an {@link io.github.freestep.net.Interest}.
     *
     * @param number the number of a client
     * @return the seat; -1 if the player has none
     */
    public int seatOf(long number) {
        Seat seat = seats.of(number);
        return seat == null ? Seats.NONE : seat.index;
    }

    /**
     * Returns whether a seat has a player who is connected now.
     *
     * @param seat from 0, below the number of seats
     * @return false if the seat is free, or its player is silent
     */
    public boolean isHere(int seat) {
        return seat(seat).state == Seat.HERE;
    }

    /**
     * Returns the body of a seat, also while its player is silent.
     *
     * @param seat from 0, below the number of seats
     * @return its slot; -1 if the seat is free, or its player has no body
     */
    public int body(int seat) {
        return seat(seat).body();
    }

    /**
     * Returns the number of the player who has a seat, such as to look up the account.
     *
     * @param seat from 0, below the number of seats
     * @return the number; 0 if the seat is free
     */
    public long number(int seat) {
        return seat(seat).number;
    }

    /**
     * Returns the name of a player. Its client has chosen it, so it may have any chars, such as those that control a
     * console, and two players may have the same one. For the physics thread.
     *
     * @param seat from 0, below the number of seats
     * @return at most 32 chars; empty if the seat is free, or its player has not said one
     */
    public String name(int seat) {
        return seat(seat).name;
    }

    /**
     * Gives a player another body, such as after a respawn, and tells the client. For the physics thread.
     *
     * @param seat the seat of a player
     * @param body the slot of a body; -1 for none
     * @throws IllegalArgumentException if there is no such seat or slot
     */
    public void setBody(int seat, int body) {
        Objects.requireNonNull(world, "players must have a world; call around(...) first")
                .setBody(seat(seat), body);
    }

    /**
     * Sends a message to a player, as {@link StateSender#send} does.
     *
     * @param seat the seat of a player
     * @param message at most 999 bytes; copied
     * @param reliable whether it arrives once and in order
     * @return false if the player is not connected, does not know its seat and body yet, or too many messages wait
     * @throws IllegalArgumentException if the message is longer
     */
    public boolean send(int seat, byte[] message, boolean reliable) {
        Objects.requireNonNull(message, "message must not be null");
        StateSender to = sender;
        // Otherwise, the game could fill the places of messages before there is one for that of the seat.
        boolean isFirst = !isHere(seat) || !seats.all[seat].isTold;
        return !isFirst && to != null && to.send(number(seat), PlayerMessages.ofGame(message), reliable);
    }

    private Seat seat(int index) {
        if (index < 0 || index >= seats.all.length) {
            throw new IllegalArgumentException("seat must be between 0 and " + (seats.all.length - 1) + ", was " + index
                    + "; build the players with more seats(...), or check for -1, which is no seat");
        }
        return seats.all[index];
    }

    /** Takes what clients have sent. On the physics thread, in a step. */
    void take(Tick tick) {
        boundary.begin(clock.nanoTime());
        if (shots != null) {
            shots.begin(tick);
        }
        StateSender from = sender;
        if (from != null) {
            from.takeMessages(taking);
        }
    }

    /** A client may send any bytes. */
    void take(long number, byte[] message) {
        Seat seat = seats.of(number);
        if (seat == null || seat.isDropped) {
            return;
        }
        boundary.message(seat);
        try {
            take(seat, message);
        } catch (Throwable thrown) {
            boundary.thrown(seat, "a message", thrown);
        }
        StateSender from = sender;
        if (boundary.drops(seat) && from != null) {
            from.drop(number);
        }
    }

    private void take(Seat seat, byte[] message) {
        if (PlayerMessages.isOf(PlayerMessages.GAME, message)) {
            host.message(seat.index, PlayerMessages.content(message));
        } else if (PlayerMessages.isOf(PlayerMessages.NAME, message)) {
            Objects.requireNonNull(world).name(seat, PlayerMessages.name(message));
        } else if (shots == null || !shots.take(seat, message)) {
            boundary.refuse(seat, Refused.MESSAGE);
        }
    }

    /**
     * Returns how much of what a player has sent was refused for a reason.
     *
     * @param seat from 0, below the number of seats
     * @param reason such as {@link Refused#SHOT}
     * @return the number since the player got the seat; for any thread
     */
    public long refused(int seat, Refused reason) {
        return seat(seat).refused(Objects.requireNonNull(reason, "reason must not be null"));
    }

    /**
     * Returns a reader for replays of a recorded server: players come and go by commands, which a recording keeps.
     *
     * @param game reads the commands of the game
     * @return a reader for both
     */
    public static CommandReader commands(CommandReader game) {
        Objects.requireNonNull(game, "game must not be null; pass CommandReader.NONE if it has no commands");
        return (type, in) -> type == PlayerPresence.TYPE ? PlayerPresence.read(in) : game.read(type, in);
    }

    /** The options of players. Not thread-safe. */
    public static final class Builder {
        private final PlayerHost host;
        private int seats = 16;
        private int axes = 4;
        private Duration grace = Duration.ofSeconds(10);
        private ShotRules rules = ShotRules.of(Duration.ofSeconds(1), 0);
        private @Nullable ShotJudge judge;

        private Builder(PlayerHost host) {
            this.host = host;
        }

        /**
         * Sets the number of seats. A client without one waits until one is free. Default: 16.
         *
         * @param count from 1 to 256
         * @return this
         * @throws IllegalArgumentException if the count is out of range
         */
        public Builder seats(int count) {
            seats = Ranges.require(1, MOST_SEATS, count, "seats", "");
            return this;
        }

        /**
         * Sets the number of axes of each player. Default: 4.
         *
         * @param count from 1 to 63
         * @return this
         * @throws IllegalArgumentException if the count is out of range
         */
        public Builder axes(int count) {
            axes = Ranges.require(1, MOST_AXES, count, "axes", "");
            return this;
        }

        /**
         * Sets how long a player who has become silent keeps seat and body, in simulation time, so that none passes in
         * a pause. A client counts as silent after 5 s without a datagram, and after a restart until it comes back. A
         * player who closes the client leaves at once. Default: 10 seconds. A game for phones, whose players change
         * between networks, may allow a minute.
         *
         * @param time from 0 to a day
         * @return this
         * @throws IllegalArgumentException if the time is out of range
         */
        public Builder grace(Duration time) {
            Objects.requireNonNull(time, "time must not be null");
            if (time.isNegative() || time.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("grace must be between 0 and 1 day, was " + time);
            }
            grace = time;
            return this;
        }

        /**
         * Lets players shoot, by {@link RemotePlayer#shoot}. {@link Shot} says which shots are moved, and which are
         * refused, and {@link ShotRules#of} how much of the time a client can choose. A player may shoot once in each
         * tick, and up to 32 times at once. Default: nobody shoots.
         *
         * @param allowed what shots may be like
         * @param by says what a shot has hit, on the physics thread
         * @return this
         */
        public Builder shots(ShotRules allowed, ShotJudge by) {
            rules = Objects.requireNonNull(allowed, "allowed must not be null");
            judge = Objects.requireNonNull(by, "by must not be null");
            return this;
        }

        /**
         * Builds the players.
         *
         * @return players without a world
         */
        public Players build() {
            return new Players(this);
        }
    }
}
