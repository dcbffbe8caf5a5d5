package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what is logged, instead of writing it. */
final class KeptLog extends Handler {
    private static final Logger LOG = Logger.getLogger("io.github.freestep");

    /** What may be logged. */
    interface Work {
        void run() throws IOException;
    }

    private final List<String> logged = new CopyOnWriteArrayList<>();

    private KeptLog() {}

    /** Returns the messages of the exceptions that are logged meanwhile. */
    static List<String> of(Work work) throws IOException {
        KeptLog log = new KeptLog();
        LOG.addHandler(log);
        LOG.setUseParentHandlers(false);
        try {
            work.run();
            return log.logged;
        } finally {
            LOG.removeHandler(log);
            LOG.setUseParentHandlers(true);
        }
    }

    @Override
    public void publish(LogRecord line) {
        logged.add(line.getThrown().getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
