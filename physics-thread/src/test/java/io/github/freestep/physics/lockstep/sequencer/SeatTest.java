package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SeatTest {
    private final MatchSettings settings = MatchSettings.of("sum", StateLayout.of(1), 2);
    private final Seat seat = new Seat(0, Rules.of(settings));

    private void input(long tick, long now) throws InvalidMessageException {
        ByteBuffer body = ByteBuffer.allocate(4 * settings.axes() + 2);
        seat.input(tick, body, tick, now);
    }

    /** So a player can't hide that the match waits for it by ending each wait before the next evaluation. */
    @Test
    void countsWaitsThatHaveEnded() throws InvalidMessageException {
        seat.activate(10, 2);
        seat.missing(100);
        seat.missing(130);
        input(12, 150);
        seat.missing(180);
        assertEquals(50 + 20, seat.takeWaited(200));
        assertEquals(7, seat.takeWaited(207));
        seat.forgive(1_000);
        assertEquals(3, seat.takeWaited(1_210));
    }
}
