package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SenderStreamsTest {
    /** A receiver gets at least about ten states per second, and its Aeron forgets a lane that is silent for 2 s. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 8, 10, 15, 16, 17, 31, 32, 48, 64, 96, 100})
    void aReceiverOfEveryNthStateGetsBothKindsOfLanes(int every) {
        for (int first = 0; first < every; first++) {
            int same = 0;
            for (long i = 1; i < 2_000; i++) {
                long state = first + i * every;
                boolean isSame = SenderStreams.firstLane(state) == SenderStreams.firstLane(state - every);
                same = isSame ? same + 1 : 0;
                assertTrue(same < 18, () -> "silent until state " + state);
            }
        }
    }
}
