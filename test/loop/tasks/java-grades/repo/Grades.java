import java.util.List;

public class Grades {
    /** The middle value; of two middle ones their mean. */
    static double median(List<Integer> grades) {
        return grades.get(grades.size() / 2);
    }
}
