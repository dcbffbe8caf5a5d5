package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each planted flaw in a picture is found and described. */
class PlantedFlawsTest {
    private static final int BODY = 100;

    @Test
    void anyFloatOfTheSwarmSlightlyOffIsFound() {
        PictureRig picture = new PictureRig("swarm");
        Frame frame = picture.next();
        float[][] values = PictureRig.values(frame);
        for (int i = 0; i < values.length; i++) {
            // 1/30 of what a body moves or turns in a tick.
            float off = i < 3 || i == 7 ? 0.002f : 2e-5f;
            plant(picture, values[i], off);
            plant(picture, values[i], -off);
        }
    }

    @Test
    void aChannelOfAnotherTickIsFound() {
        PictureRig picture = new PictureRig("swarm");
        Frame frame = picture.next();
        plant(picture, frame.stepped(0), -1);
        plant(picture, frame.stepped(1), 1);
    }

    private static void plant(PictureRig picture, float[] values, float off) {
        Frame frame = picture.next();
        assertNull(picture.scene.flaw(frame));
        int body = IntStream.range(BODY, PictureRig.BODIES)
                .filter(frame::isAlive)
                .findFirst()
                .orElseThrow();
        values[body] += off;
        String flaw = picture.scene.flaw(frame) + ", off by " + off;
        assertTrue(flaw.contains("body " + body) && flaw.contains("" + frame.olderTick()), flaw);
        assertNull(picture.scene.flaw(picture.next()), "the next frame has no flaw");
    }

    @Test
    void aBodyThatMovesBetweenTwoLivesIsFound() {
        PictureRig picture = new PictureRig("swarm");
        float[][] values;
        int moved = 0;
        for (int tick = 0; tick < 300; tick++) {
            values = PictureRig.copy(PictureRig.values(picture.next()));
            float[] births = picture.next().stepped(1).clone();
            Frame frame = picture.next();
            assertNull(picture.scene.flaw(frame));
            for (int body = 0; body < PictureRig.BODIES; body++) {
                if (births[body] != frame.stepped(1)[body] && births[body] >= 0 && frame.isAlive(body)) {
                    float right = frame.x()[body];
                    frame.x()[body] = (values[0][body] + right) / 2;
                    assertNotNull(picture.scene.flaw(frame), "halfway from one life to the next");
                    frame.x()[body] = right;
                    moved++;
                }
            }
        }
        assertTrue(moved > 50, "only " + moved);
    }

    @Test
    void aRemovedBodyThatIsShownAndAMissingBodyAreFound() {
        PictureRig picture = new PictureRig("swarm");
        Frame frame = picture.next();
        frame.stepped(1)[BODY] = -1 - frame.stepped(1)[BODY];
        assertTrue(picture.scene
                .flaw(frame)
                .contains(
                        frame.isAlive(BODY)
                                ? "body " + BODY + " is shown although removed"
                                : "body " + BODY + " is missing"));
    }

    @Test
    void aLifeShownAfterItsEndIsFound() {
        PictureRig picture = new PictureRig("swarm");
        float[] births = picture.next().stepped(1).clone();
        float[][] values = PictureRig.copy(PictureRig.values(picture.next()));
        for (int i = 0; i < 300; i++) {
            picture.next();
        }
        Frame frame = picture.next();
        int body = 0;
        while (births[body] == frame.stepped(1)[body] || births[body] < 0 || !frame.isAlive(body)) {
            body++;
        }
        frame.stepped(1)[body] = births[body];
        PictureRig.paste(values, PictureRig.values(frame), body, body + 1);
        assertTrue(picture.scene.flaw(frame).contains("but that life is over"));
    }
}
