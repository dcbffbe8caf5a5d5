package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.backends.lwjgl3.DefaultLwjgl3Input;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Window;
import io.github.freestep.render.display.FramePacer;

/**
 * The input of a window of libGDX, in which each frame waits between the last swap and the poll of keys, the only place
 * where a wait makes keys newer. Return it from {@code createInput} of a {@code Lwjgl3Application}.
 */
public class PacedInput extends DefaultLwjgl3Input {
    private final FramePacer pacer;

    public PacedInput(Lwjgl3Window window, FramePacer pacer) {
        super(window);
        this.pacer = pacer;
    }

    @Override
    public void prepareNext() { // libGDX has swapped, and polls keys next
        super.prepareNext();
        pacer.await();
    }
}
