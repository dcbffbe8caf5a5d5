package io.github.freestep.net.link;

import java.io.IOException;

/** Nobody answers a receiver or a player. The text ends with what a person has to check. */
public final class NoAnswer extends IOException {
    private static final long serialVersionUID = 1;

    NoAnswer(String text) {
        super(text);
    }
}
