package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.driver.MaxMulticastFlowControl;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.RetransmitHandler;
import io.aeron.driver.StaticDelayGenerator;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.junit.jupiter.api.Test;

/** Runs Aeron's own answers to requests for a repeat, with the settings of a sender and on a virtual clock. */
class RepeatsTest {
    private static final int TERM_BYTES = 64 << 10;
    private static final int GAP_BYTES = 1_024;

    private final VirtualClock clock = new VirtualClock(0);
    private final List<Integer> repeated = new ArrayList<>();
    private final AtomicCounter counter = new AtomicCounter(new UnsafeBuffer(new byte[128]), 0);
    private final MaxMulticastFlowControl flow = new MaxMulticastFlowControl() {
        @Override
        public int maxRetransmissionLength(int offset, int length, int termLength, int mtu) {
            return length;
        }
    };

    private RetransmitHandler handler() {
        MediaDriver.Context settings = DriverSettings.driver("unused", 8, socket -> {}, error -> {});
        DriverSettings.restrict(
                settings,
                new Peers((datagram, source) -> {}),
                new StreamWatch(clock::nanoTime),
                new LossMeter(),
                socket -> {});
        return new RetransmitHandler(
                clock::nanoTime,
                counter,
                new StaticDelayGenerator(settings.retransmitUnicastDelayNs()),
                new StaticDelayGenerator(settings.retransmitUnicastLingerNs()),
                true,
                settings.maxResend(),
                counter);
    }

    private void ask(RetransmitHandler handler, int offset) {
        handler.onNak(0, offset, GAP_BYTES, TERM_BYTES, 1_408, flow, (term, at, length) -> repeated.add(at));
    }

    private void pass(RetransmitHandler handler) {
        clock.advance(1_000);
        handler.processTimeouts(clock.nanoTime(), (term, at, length) -> {});
    }

    /** A repeat goes to one receiver only, so another one that has missed the same must get its own at once. */
    @Test
    void eachReceiverThatHasMissedTheSameIsAnsweredAtOnce() {
        RetransmitHandler handler = handler();
        for (int receiver = 0; receiver < 100; receiver++) {
            ask(handler, 0);
            pass(handler);
            assertEquals(receiver + 1, repeated.size());
        }
    }

    @Test
    void aReceiverThatHasMissedManyPlacesIsAnsweredForEach() {
        RetransmitHandler handler = handler();
        for (int gap = 0; gap < 32; gap++) {
            ask(handler, 2 * gap * GAP_BYTES % TERM_BYTES);
            pass(handler);
            assertEquals(gap + 1, repeated.size());
        }
    }
}
