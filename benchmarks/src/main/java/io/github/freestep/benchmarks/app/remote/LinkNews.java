package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.net.RemoteStates.Status;

/** Describes the link to a server in words, once for each change. For one thread. */
final class LinkNews {
    /** How long ignored datagrams are normal: a server that was just joined has not yet proved that it is alive. */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    private final String server;
    private final boolean keyed;
    private Status known;
    private String problem;
    private boolean received;
    private boolean warned;
    private boolean ignores;
    private long ignoringNanos;

    LinkNews(String server, boolean keyed) {
        this.server = server;
        this.keyed = keyed;
    }

    /**
     * Takes what is known of the link now.
     *
     * @param hasStates whether a state was received
     * @param failure why no states arrive; null if they do, or if the reason is unknown
     * @param ignored the number of datagrams that were ignored
     * @return a line for the user; null if there is nothing new
     */
    String take(long nowNanos, Status status, boolean hasStates, String failure, long ignored) {
        if (failure != null) {
            boolean isNew = !failure.equals(problem);
            problem = failure;
            return isNew ? failure : null;
        }
        problem = null;
        if (isStranger(nowNanos, status, ignored)) {
            return "datagrams arrive from " + server
                    + (keyed
                            ? ", but none has been sealed with this key; use the --key-file of the server"
                            : ", but none can be read; use --key-file if the server does");
        }
        if (status == Status.CONNECTED && hasStates && !received) {
            received = true;
            known = status;
            return "receiving states from " + server;
        }
        Status before = known;
        known = status;
        return status == before ? null : text(status, before);
    }

    private boolean isStranger(long nowNanos, Status status, long ignored) {
        if (status != Status.CONNECTING || ignored == 0) {
            return false;
        }
        if (!ignores) {
            ignores = true;
            ignoringNanos = nowNanos;
        }
        boolean isNew = !warned && nowNanos - ignoringNanos >= PATIENCE_NANOS;
        warned |= isNew;
        return isNew;
    }

    private String text(Status status, Status before) {
        return switch (status) {
            case CONNECTING -> "waiting for a server at " + server;
            case CONNECTED -> before == Status.LOST ? "the server is back" : "connected to " + server;
            case LOST -> "the server has been silent for a second; waiting for it";
            case FAILED, CLOSED -> null;
        };
    }
}
