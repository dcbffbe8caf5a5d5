package io.github.freestep.net;

import java.io.IOException;

/** Nobody answers a receiver. The text ends with what a person has to check. */
final class NoAnswer extends IOException {
    private static final long serialVersionUID = 1;

    NoAnswer(String text) {
        super(text);
    }
}
