package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The times of a sampler as bytes. */
class MotionBytesTest {
    private static MotionLog log(long seed) throws IOException {
        MotionLog log = Recorded.log(() -> {
            try (RandomRun run = new RandomRun(seed, new FlightListener())) {
                run.run(3);
            }
        });
        log.pauses.add(new VmPause(1, 2, "garbage collection"));
        log.neighbours.add(new Neighbour(Neighbour.Kind.WAIT, 7, 3, 4, "the thread \u00e4 waited"));
        return log;
    }

    @Test
    void aLogIsReadAsItWasWritten() throws IOException {
        for (int i = 0; i < 4; i++) {
            MotionLog log = log(Seeds.splittable(i).nextLong());
            MotionLog read = MotionBytes.read(MotionBytes.write(log));
            assertEquals(Entries.of(log), Entries.of(read));
            assertEquals(log.setup, read.setup);
            assertEquals(log.thread, read.thread);
            assertEquals(log.frameThreads, read.frameThreads);
            assertEquals(log.tickThreads, read.tickThreads);
            assertEquals(log.pauses, read.pauses);
            assertEquals(log.neighbours, read.neighbours);
            assertTrue(log.frames() > 100);
        }
    }

    @Test
    void whatIsCutOrChangedIsRefusedOrReadButNeverAnotherError() throws IOException {
        byte[] bytes = MotionBytes.write(log(1));
        Random random = Seeds.random(2);
        for (int i = 0; i < 2_000; i++) {
            int length = random.nextInt(bytes.length);
            assertThrows(IOException.class, () -> MotionBytes.read(Arrays.copyOf(bytes, length)));
            byte[] changed = bytes.clone();
            // Most lengths are at the beginning.
            changed[random.nextInt(i % 2 == 0 ? 200 : bytes.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                MotionBytes.read(changed);
            } catch (IOException e) {
                assertTrue(e.getMessage().length() > 10, e::getMessage);
            }
        }
        assertThrows(IOException.class, () -> MotionBytes.read(Arrays.copyOf(bytes, bytes.length + 1)));
    }
}
