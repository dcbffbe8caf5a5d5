package io.github.freestep.render.server;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** All seats. Allocates nothing. */
final class Seats {
    static final int NONE = -1;

    final Seat[] all;

    /** How many axes of the service a seat has: those of a player, and then that of the numbers. */
    final int axes;

    Seats(int count, int playerAxes) {
        axes = playerAxes + 1;
        all = new Seat[count];
        Arrays.setAll(all, index -> new Seat(index, playerAxes));
    }

    /** The seat of a player, here or silent; null if there is none. */
    @Nullable Seat of(long number) {
        for (Seat seat : all) {
            if (seat.number == number && seat.state != Seat.FREE) {
                return seat;
            }
        }
        return null;
    }

    @Nullable Seat firstFree() {
        for (Seat seat : all) {
            if (seat.state == Seat.FREE) {
                return seat;
            }
        }
        return null;
    }

    /** The code of the action after which the input of a seat is of the player with the {@link #tag}. */
    static int opening(int seat) {
        return ~seat; // Below those of all players.
    }

    /** A number that no two players of one seat have, unless by a rare chance. Exact as a float. */
    static float tag(long number) {
        return number * 0x9E37_79B9_7F4A_7C15L >>> 40;
    }

    /** Gives each seat its input of the next step, and opens those that it opens. For the physics thread. */
    void take(Tick tick) {
        TickInput input = tick.input();
        for (Seat each : all) {
            each.input.begin(tick.number());
        }
        for (int i = 0; i < input.size(); i++) {
            boolean isAction = input.isAction(i);
            int code = input.code(i);
            int codes = isAction ? PlayerInput.ACTIONS : axes;
            int index = code < 0 ? ~code : code / codes;
            if (index >= all.length) {
                continue; // of the game
            }
            Seat seat = all[index];
            if (code >= 0) {
                seat.input.take(isAction, code % codes, input.value(i));
            } else if (seat.state != Seat.FREE && input.value(i) == tag(seat.number)) {
                seat.input.open(input, i, index * axes);
            }
        }
        for (Seat each : all) {
            each.input.apply(tick.number());
        }
    }
}
