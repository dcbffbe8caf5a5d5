package io.github.freestep.net.link;

/** Says what is wrong with a message of the other side. In a match, the sender loses its place. */
public final class InvalidMessageException extends Exception {
    private static final long serialVersionUID = 1;

    public InvalidMessageException(String message) {
        super(message);
    }
}
