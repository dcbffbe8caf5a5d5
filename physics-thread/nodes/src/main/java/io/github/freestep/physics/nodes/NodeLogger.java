package io.github.freestep.physics.nodes;

import java.util.HashSet;
import java.util.Set;
import org.apache.pekko.event.Logging;

/**
 * Writes what Pekko logs to standard output, as its own logger does, but the same line at most once a minute: a node
 * that continues after it was removed would otherwise write hundreds of them. One thread at a time calls it.
 */
final class NodeLogger extends Logging.DefaultLogger {
    private final Lines lines = new Lines();

    @Override
    public void print(Object event) {
        if (!(event instanceof Logging.LogEvent each)
                || lines.isNew(each.timestamp(), each.logSource() + each.message())) {
            super.print(event);
        }
    }

    /** The lines of a minute. */
    static final class Lines {
        private static final long MINUTE_MILLIS = 60_000;

        private final Set<String> told = new HashSet<>();
        private long sinceMillis;

        /** Whether no equal line has come since the minute has begun. */
        boolean isNew(long nowMillis, String line) {
            if (nowMillis - sinceMillis >= MINUTE_MILLIS) {
                told.clear();
                sinceMillis = nowMillis;
            }
            return told.add(line);
        }
    }
}
