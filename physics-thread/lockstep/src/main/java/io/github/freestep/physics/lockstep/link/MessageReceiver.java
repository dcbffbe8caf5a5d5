package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;

/** Takes the messages of the other side, in the order of sending in each lane. */
public interface MessageReceiver {
    /** Takes a message, which is valid during the call. */
    void onMessage(ByteBuffer message) throws InvalidMessageException;
}
