package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.net.RemoteStates.Status;

/** Describes the link to a server in words, once for each change. For one thread. */
final class LinkNews {
    private final String server;
    private Status known;
    private String problem;
    private boolean received;

    LinkNews(String server) {
        this.server = server;
    }

    /**
     * Takes what is known of the link now.
     *
     * @param hasStates whether a state was received
     * @param failure why no states arrive; null if they do, or if no server has answered
     * @return a line for the user; null if there is nothing new
     */
    String take(Status status, boolean hasStates, String failure) {
        if (failure != null) {
            boolean isNew = !failure.equals(problem);
            problem = failure;
            return isNew ? failure : null;
        }
        problem = null;
        if (status == Status.CONNECTED && hasStates && !received) {
            received = true;
            known = status;
            return "receiving states from " + server;
        }
        Status before = known;
        known = status;
        return status == before ? null : text(status, before);
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
